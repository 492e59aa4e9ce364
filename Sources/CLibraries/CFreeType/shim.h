#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H

// Function-like macros are not imported.
static const FT_Int32 knobpanel_ft_load_light = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 knobpanel_ft_load_unhinted = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
// Draws the layers of a glyph that has some; pictures are as they are.
static const FT_Int32 knobpanel_ft_load_color = FT_LOAD_COLOR | FT_LOAD_RENDER;
