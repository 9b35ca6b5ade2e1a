package ui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"agtui/ui"
)

func TestKeyName_KnowsLettersOfOtherLayouts(t *testing.T) {
	t.Parallel()
	text := func(r rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: r, Text: string(r)} }
	for _, tt := range []struct {
		name string
		key  tea.KeyPressMsg
		want string
	}{
		{"a Latin letter", text('j'), "j"},
		{"a capital", tea.KeyPressMsg{Code: 'g', ShiftedCode: 'G', Text: "G", Mod: tea.ModShift}, "G"},
		{"Hangul ㅓ", text('ㅓ'), "j"},
		{"Hangul ㅏ", text('ㅏ'), "k"},
		{"Hangul ㅑ", text('ㅑ'), "i"},
		{"shifted Hangul ㄲ", text('ㄲ'), "R"},
		{"Cyrillic о", text('о'), "j"},
		{"Cyrillic П", text('П'), "G"},
		{"kana ま", text('ま'), "j"},
		{"katakana マ", text('マ'), "j"},
		{"a full-width question mark", text('？'), "?"},
		{"a full-width letter", text('ｊ'), "j"},
		{"Hangul with the reported base code", tea.KeyPressMsg{Code: 'ㅛ', BaseCode: 'y', Text: "ㅛ"}, "y"},
		{"shifted Hangul with the base code", tea.KeyPressMsg{Code: 'ㅛ', BaseCode: 'y', Text: "ㅛ", Mod: tea.ModShift}, "Y"},
		{"ctrl with Hangul and the base code", tea.KeyPressMsg{Code: 'ㅊ', BaseCode: 'c', Mod: tea.ModCtrl}, "ctrl+c"},
		{"ctrl with Hangul and no base code", tea.KeyPressMsg{Code: 'ㅔ', Mod: tea.ModCtrl}, "ctrl+p"},
		{"ctrl with Cyrillic", tea.KeyPressMsg{Code: 'с', Mod: tea.ModCtrl}, "ctrl+c"},
		{"enter", tea.KeyPressMsg{Code: tea.KeyEnter}, "enter"},
		{"shift+enter", tea.KeyPressMsg{Code: tea.KeyEnter, Mod: tea.ModShift}, "shift+enter"},
		{"space", tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, "space"},
		{"an input method's word", tea.KeyPressMsg{Code: tea.KeyExtended, Text: "한글"}, "한글"},
		{"a letter of no layout that we know", text('中'), "中"},
	} {
		if got := ui.KeyName(tt.key); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestKeys_WorkUnderAHangulLayoutInAPane(t *testing.T) {
	t.Parallel()
	d := drive(t, answer(says("m1", "one")))
	d.say("hi").idle().keys("tab").at("conversation").typed("ㅑ").at("composer").typed("ㅑ")
	if got := ui.Draft(d.m); got != "ㅑ" {
		t.Errorf("in the composer it types %q", got)
	}
	d.keys("tab").typed("?").see("Keys")
}
