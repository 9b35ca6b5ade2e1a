package cell_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"agtui/ui/cell"
)

// paragraphs are texts of many scripts, for wrapping.
func paragraphs() map[string]string {
	return map[string]string{
		"korean":     "단말기에서 글을 읽는 사람은 낱말이 줄 끝에서 끊기지 않기를 바랍니다. AG-UI는 이벤트를 보내고, 우리는 그것을 그립니다 (아주 빨리).",
		"japanese":   "山小屋のカレーは「とてもおいしい」そうです。土曜日に、みんなで行きましょう！ガギグゲゴ、ラーメン……そして、スープ。",
		"chinese":    "你好！星期六我们去爬山，山屋里有热汤。他说：“不要忘记带伞（会下雨）。”然后我们就出发了。",
		"thai":       "ภาษาไทยไม่มีช่องว่างระหว่างคำ ดังนั้นโปรแกรมต้องตัดบรรทัดโดยไม่ทำให้สระหลุดจากพยัญชนะ น้ำใจที่นี่ดีมากและเราจะไปเที่ยวกันเสมอๆ",
		"lao":        "ພາສາລາວບໍ່ມີຊ່ອງວ່າງລະຫວ່າງຄຳແລະພວກເຮົາກໍ່ຕ້ອງຕັດແຖວໃຫ້ຖືກຕ້ອງ",
		"hindi":      "नमस्ते! क्या आप पहाड़ पर चलेंगे? क्षेत्र बहुत सुन्दर है, और चाय भी अच्छी है। संस्कृत के संयुक्ताक्षर टूटने नहीं चाहिए।",
		"tamil":      "வணக்கம்! நீங்கள் மலைக்கு வருவீர்களா? தமிழ் எழுத்துக்கள் கோடுகளின் முடிவில் உடையக் கூடாது.",
		"bengali":    "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। যুক্তাক্ষর ভাঙা যাবে না।",
		"arabic":     "مرحبًا! سنصعد الجبل يوم السبت، والمسافة 11.4 كم إلى الكوخ (Ridge Hut) قبل المطر؟",
		"hebrew":     "שָׁלוֹם! ביום שבת נטפס על ההר, והדרך לבקתה (Lake Hut) היא 8 ק״מ בלבד.",
		"emoji":      "👩🏽‍💻👨‍👩‍👧‍👦🏳️‍🌈🇨🇭🇰🇷🇩🇪1️⃣❤️☺︎👋🏽👍🏿🏴‍☠️🧑‍🚀🇯🇵🇫🇷🐻‍❄️✅⚠️💡🎉🇺🇦",
		"address":    "See https://example.org/a/very/long/path/with-many-parts/and_more?query=value&other=thing#fragment, or ask.",
		"french":     "« Bonjour ! » dit-il ; puis : « Où est la cabane (la grande) ? » Personne ne sut répondre…",
		"code":       "func main ( ) { fmt.Println ( \"hello\" ) ; os.Exit ( 0 ) } // a comment ] with ) closing } marks",
		"vietnamese": "Tiếng Việt có nhiều dấu thanh: ắ, ằ, ẳ, ẵ, ặ; chữ viết không được tách khỏi dấu của nó.",
	}
}

func TestWrap_ScriptsLookLikeTheTable(t *testing.T) {
	t.Parallel()
	for name, text := range paragraphs() {
		for _, m := range []cell.Method{cell.WcWidth, cell.Grapheme} {
			how := []string{"wc", "grapheme"}[m]
			var b strings.Builder
			for _, w := range []int{12, 24, 40} {
				fmt.Fprintf(&b, "%d cells:\n", w)
				for _, row := range cell.Wrap(cell.Canonical(text, m), w, m) {
					fmt.Fprintf(&b, "|%s|\n", cell.Pad(row, w, m))
				}
			}
			path := filepath.Join("testdata", "wrap", name+"-"+how+".txt")
			if *update {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("%s is\n%s\nwant\n%s", path, b.String(), want)
			}
		}
	}
}

// unspaced are the scripts here that have no blanks between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// badStart names what a row must not begin with.
func badStart(row string) string {
	r, _ := utf8.DecodeRuneInString(row)
	switch {
	case row == "":
		return ""
	case unicode.Is(unicode.M, r), r == 0x200D, r == 0xFE0F, r == 0xFE0E:
		return "a mark"
	case strings.ContainsRune("ะาำๅๆฯະາຳໆ", r):
		return "a vowel that belongs to the consonant before it"
	case unicode.Is(unicode.Pe, r) && len(row) > 1, strings.ContainsRune("、。，．：；！？…", r):
		return "closing punctuation"
	}
	if flags := strings.IndexFunc(row, func(r rune) bool { return r < 0x1F1E6 || r > 0x1F1FF }); flags%8 > 0 || flags < 0 && len(row)%8 > 0 {
		if r >= 0x1F1E6 && r <= 0x1F1FF {
			return "half a flag"
		}
	}
	return ""
}

func TestWrap_RowsBeginWell(t *testing.T) {
	t.Parallel()
	var all []string
	for _, text := range paragraphs() {
		all = append(all, strings.Fields(text)...)
	}
	rapid.Check(t, func(t *rapid.T) {
		m := cell.Method(rapid.IntRange(0, 1).Draw(t, "method"))
		w := rapid.IntRange(12, 90).Draw(t, "width")
		// A word that is wider than a row may have to break in a bad place.
		words := slices.DeleteFunc(rapid.SliceOfN(rapid.SampledFrom(all), 1, 20).Draw(t, "words"), func(s string) bool {
			return cell.Width(cell.Canonical(s, m), m) > w/2 && strings.IndexFunc(s, unspaced) < 0
		})
		text := cell.Canonical(strings.Join(words, rapid.SampledFrom([]string{" ", "  "}).Draw(t, "blank")), m)
		if badStart(text) != "" {
			return
		}
		rows := cell.Wrap(text, w, m)
		for i, row := range rows {
			// So may a text without blanks that fills its row to the end.
			full := i > 0 && strings.ContainsFunc(rows[i-1], unspaced) && cell.Width(rows[i-1], m) >= w-2
			if fault := badStart(row); fault != "" && (fault != "closing punctuation" || !full) {
				t.Fatalf("row %d of %q at %d begins with %s: %q", i, text, w, fault, row)
			}
			if last, _ := lastRune(row); i >= 0 && strings.ContainsRune("เแโใไເແໂໃໄ", last) {
				t.Fatalf("row %d of %q at %d ends in a vowel of the next syllable: %q", i, text, w, row)
			}
		}
	})
}

func lastRune(s string) (rune, bool) {
	r := []rune(s)
	if len(r) == 0 {
		return -1, false
	}
	return r[len(r)-1], true
}

func TestWidth_IsThatOfTheRenderer(t *testing.T) {
	t.Parallel()
	var all []string
	for _, text := range paragraphs() {
		all = append(all, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(texts(), rapid.SampledFrom(all)).Draw(t, "s")
		if wc, g := cell.Width(s, cell.WcWidth), cell.Width(s, cell.Grapheme); wc != ansi.StringWidthWc(s) || g != ansi.StringWidth(s) {
			t.Fatalf("%q is %d and %d wide, for the renderer %d and %d", s, wc, g, ansi.StringWidthWc(s), ansi.StringWidth(s))
		}
	})
}
