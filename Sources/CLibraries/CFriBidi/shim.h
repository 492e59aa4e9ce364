#include <fribidi.h>

// Defined by nested macros, which Swift does not import.
static const FriBidiParType knobpanel_fribidi_first_letter = FRIBIDI_PAR_ON;
