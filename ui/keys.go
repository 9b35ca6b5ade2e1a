package ui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// keyName returns the name under which the action table knows a key. A letter
// typed under another layout counts as the letter at its place: the reported
// base code, else the layouts that we know.
func keyName(k tea.KeyPressMsg) string {
	name := k.String()
	if k.Mod&^tea.ModShift != 0 && k.Code < 128 {
		return k.Keystroke()
	}
	r := k.Code
	if k.Text != "" {
		runes := []rune(k.Text)
		if len(runes) != 1 {
			return name
		}
		r = runes[0]
	}
	if r < 128 {
		return name
	}
	latin := latinFor(r)
	if k.BaseCode != 0 && k.BaseCode < 128 {
		latin = k.BaseCode
		if k.Mod.Contains(tea.ModShift) {
			latin = unicode.ToUpper(latin)
		}
	}
	if latin == 0 {
		return name
	}
	if mods := k.Mod &^ tea.ModShift; mods != 0 {
		k.Code, k.BaseCode, k.Text = unicode.ToLower(latin), 0, ""
		return k.Keystroke()
	}
	return string(latin)
}

// The layouts whose letters stand for the Latin ones at the same place: the
// Korean 2-set, the Russian ЙЦУКЕН and the Japanese kana layout's letter rows.
// The letters of each go with latinRows position by position.
const latinRows = `qwertyuiopasdfghjklzxcvbnm`

func latinFor(r rune) rune {
	switch {
	case r >= 'Ａ' && r <= 'Ｚ', r >= 'ａ' && r <= 'ｚ', r == '？', r == '／':
		return r - '！' + '!' // the full-width form
	case r >= 'ァ' && r <= 'ヶ':
		r += 'ぁ' - 'ァ' // katakana
	}
	lower := unicode.ToLower(r)
	for _, layout := range []string{
		"ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ",
		"йцукенгшщзфывапролдячсмить",
		"たていすかんなにらせちとしはきくまのりつさそひこみも",
	} {
		if i := indexRune(layout, lower); i >= 0 {
			return sameCase(r, rune(latinRows[i]))
		}
	}
	// The shifted letters of the Korean 2-set.
	if i := indexRune("ㅃㅉㄸㄲㅆㅒㅖ", r); i >= 0 {
		return rune("QWERTOP"[i])
	}
	return 0
}

func sameCase(from, to rune) rune {
	if unicode.IsUpper(from) {
		return unicode.ToUpper(to)
	}
	return to
}

// indexRune is the place of r in s, counted in runes.
func indexRune(s string, r rune) int {
	at := strings.IndexRune(s, r)
	if at < 0 {
		return -1
	}
	return len([]rune(s[:at]))
}
