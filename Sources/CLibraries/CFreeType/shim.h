#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H

// Swift does not import function-like macros.
static const FT_Int32 knobpanel_ft_load_light = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 knobpanel_ft_load_unhinted = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
// Renders the layers of a colour glyph; bitmap glyphs stay as they are.
static const FT_Int32 knobpanel_ft_load_color = FT_LOAD_COLOR | FT_LOAD_RENDER;
