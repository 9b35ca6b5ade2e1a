package theme

import "slices"

// The names by which a look is chosen.
const (
	// Auto is dark or light, as the terminal's background is.
	Auto = "auto"
	// None has no colour.
	None = "none"
)

// Names returns what can be chosen, Auto first.
func Names() []string { return []string{Auto, "dark", "light", "contrast", None} }

// Known tells whether there is a look of that name.
func Known(name string) bool { return slices.Contains(Names(), name) }

// About says in a few words what a look is.
func About(name string) string {
	switch name {
	case "dark":
		return "for dark backgrounds"
	case "light":
		return "for light backgrounds"
	case "contrast":
		return "high contrast, dark or light"
	case None:
		return "no colours: weight and symbols"
	default:
		return "dark or light, as the terminal is"
	}
}

// Look is a choice, and what the terminal is like.
type Look struct {
	Name    string // one of Names
	Light   bool   // the terminal's background
	Sixteen bool   // it has 16 colours, or 8
}

// Theme returns the theme for the choice. With 16 colours it is one made of
// them: nearest colours may be the same one, or that of the background.
func (l Look) Theme() *Theme {
	var p palette
	switch {
	case l.Name == None:
		return Plain()
	case l.Name == "contrast" && l.Light:
		p = lightContrast()
	case l.Name == "contrast":
		p = darkContrast()
	case l.Name == "light", l.Name != "dark" && l.Light:
		p = light()
	default:
		p = dark()
	}
	if l.Sixteen {
		return sixteen(p)
	}
	return build(p)
}
