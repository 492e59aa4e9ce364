#include <hb-ft.h>
#include <hb.h>
