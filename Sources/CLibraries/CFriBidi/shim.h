#include <fribidi.h>

// Made by macros within macros, which are not imported.
static const FriBidiParType knobpanel_fribidi_first_letter = FRIBIDI_PAR_ON;
