package transcript_test

import (
	"testing"

	"agtui/ui/cell"
)

// FuzzTranscript plays any mix of events, scrolling, folding and resizing: no
// panic, and a screen that fits after each.
func FuzzTranscript(f *testing.F) {
	f.Add(uint8(80), uint8(24), []byte{8, 0, 5, 3, 40, 0, 29, 4, 128, 9}, "some *text* 👩🏽‍💻 in\npieces")
	f.Add(uint8(1), uint8(1), []byte{0, 16, 32, 48, 64, 80, 96, 1, 9, 17}, "\x1b[2Jคำ")
	f.Add(uint8(40), uint8(5), []byte{255, 254, 130, 131, 132, 200, 7, 90}, `{"a":["\ud83d`)
	f.Add(uint8(60), uint8(9), []byte{0, 42, 42, 90, 186, 42, 234, 0, 42, 138}, "lanes")
	f.Fuzz(func(t *testing.T, w, h uint8, ops []byte, text string) {
		d := newDriver(int(w), int(h), cell.WcWidth)
		d.open(0, text)
		if len(ops) > 64 {
			ops = ops[:64]
		}
		method := cell.WcWidth
		for i, op := range ops {
			n := int(op)/3 + i<<5
			switch op % 3 {
			case 0:
				d.stream(n, text[i%(len(text)+1):])
			case 1:
				d.touchList(n)
				if n%16 == 11 {
					method = cell.Method(n / 16 % 2)
				}
			default:
				w, h = uint8(n), uint8(n>>3)
				d.list.SetSize(int(w), int(h))
			}
			check(t, d.view(), int(w), int(h), method)
		}
	})
}
