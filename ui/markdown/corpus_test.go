package markdown_test

import (
	"strings"

	"pgregory.net/rapid"
)

// fragments are pieces of documents that meet badly: what one line means
// depends on the lines around it.
func fragments() []string {
	return []string{
		"plain text", "Foo", "bar *emph* **strong** `code`", "a\\*b &amp; &#x1b; &#8238;x", "~~gone~~ \\", "two  ",
		"\n", "\n", "\n", "\n\n", "\n\n\n", "\n  \n", "\r\n", "\r\n\r\n", "\t", "    ", "  ", " ",
		"---", "===", "-", "=", "***", "* * *", "- ", "* ", "+ ", "1. ", "10) ", "2. two", "- item", "- [ ] open", "- [x] done",
		"-:", ":-", "|", "| a | b |", "|---|---|", "| - | -: |", "a | b", "-|-", "| 1 | `x\\|y` |", "    ---", "  :-:|:-",
		"#", "# One", "## Two ##", "#notone", "###### Six", "> ", ">", "> quote", "> > deep", ">- x",
		"```", "```go", "~~~", "````", "func f() {\n\treturn\n}", "`", "``",
		"<div>", "</div>", "<!--", "-->", "<script>", "</script>", "<b>", "<?php", "?>", "<![CDATA[", "]]>", "<pre>",
		"[ref]", "[ref][]", "[text][ref]", "![img][ref]", "[ref]: /url", "[ref]: https://a.example 'title'", "[ref]:", "'title'",
		"[other]", "[other]: <x y>", "[Ref]: /second", "[a](http://b.example)", "<http://auto.example>", "https://bare.example/x",
		"![alt](x.png)", "[foo\nbar]", "[foo bar]: /z", "[", "]", "(", ")", "!", "*", "**", "_", "***",
		"漢字かな", "👩‍👩‍👧", "é", "\u202eabc", "\x1b[31m", "\u009b1m", "\ufffd", "\xff", "\xed\xa0\xbd", "สวัสดีกำ", "नमस्ते",
	}
}

// hazards are documents in which later text changes what earlier text means, or
// seems to: those that a cut in the wrong place gets wrong.
func hazards() []string {
	return []string{
		"Foo\n---\n", "Foo\n===\nbar\n", "a | b\n", "--|--\n", "1 | 2\n", "text\na | b\n--|--\nc | d\n", "a | b\n    ---\n---\ntext\n",
		"Foo\n    ---\n---\ntext\n", "0\n-:\n-\n", "x\n:-\n- y\n", "| a |\n|---|\n\n| b |\n",
		"[a]: /one\n", "[a]:\n/two\n'title'\n", "[a]: /x y z\n", "[a]: <b\nc>\n", "see [a] and [a][] and [b][a]\n", "![a]\n", "[A]: /upper\n",
		"> [a]: /quoted\n", "- [a]: /listed\n", "[a]: /one\n[b]: /two\ntext\n", "text\n[a]: /no\n",
		"- one\n- two\n", "- one\n\n- two\n", "- one\n\n  more\n", "- one\n\n\n  far\n", "1. a\n2. b\n", "1) a\n", "3. c\n", "-\n\n  x\n", "-   wide\n", "10. a\n\n    b\n",
		"- a\n  - b\n    - c\n", "- a\n - b\n  - c\n", "* * *\n", "- ```\n  x\n\n  y\n  ```\n", "- > q\n", "- # h\n", "- [ ] t\n- [x] u\n", "-\tx\n",
		"> a\nb\n", "> a\n>\n> b\n", "> - x\n>\n> - y\n", "> ```\n> x\n", "> > a\n> b\n", ">\n",
		"```\na\n\nb\n```\n", "```go\nx := 1\n", "~~~~\n```\n~~~\n", "~~~~\n", "````md\n```\nx\n```\n````\n", "``` a`b\n", "  ```\n  x\n", "```\n    ```\n", "```\r\nx\r\n```\r\n", "``` \n", "```\n\n", "```\n\tx\n  y\n   ```\n", "```js\rx\n",
		"    code\n", "    code\n\n\n    more\n", "\tcode\n",
		"<!-- a\n\nb -->\n", "<div>\n\nx\n", "</div>\n", "<pre>\n\n</pre>\n", "<script>\n\n", "<?x\n\n?>\n", "<a\nb>\n", "<b>x</b>\n",
		"# h\n", "#\n", "text\n# h\n", "***\n", "text\n***\n", "\\\n", "a  \nb\\\nc\n", "\n", "\n\n", " \n", "\r\n", "text\n", "text", "*a\n\nb*\n", "**a\nb**\n", "`a\n\nb`\n",
		"<https://a.example>\n", "https://a.example/x?y=[z]\n", "www.a.example\n", "a@b.example\n",
	}
}

// mixes generates documents of hazards.
func mixes(most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(hazards()), 1, most).Draw(t, "hazards"), "")
	})
}

// documents generates sources made of fragments.
func documents(most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom(fragments()), 1, most).Draw(t, "parts")
		glue := rapid.SampledFrom([]string{"", "\n", " "}).Draw(t, "glue")
		return strings.Join(parts, glue)
	})
}

// pieces cuts a source at random places.
func pieces(t *rapid.T, src string) []string {
	var out []string
	for src != "" {
		n := rapid.IntRange(1, max(1, min(len(src), 12))).Draw(t, "piece")
		out = append(out, src[:n])
		src = src[n:]
	}
	return out
}

// answer is text like a model writes it, of about n bytes.
func answer(n int) string {
	section := "## Comparing the options\n\nThere are **three** ways to do this, and each has its *price*. The first one is `O(n)` " +
		"in time and needs no memory; see [the documentation](https://docs.example/guide) for details.\n\n" +
		"- Keep the list as it is\n  and sort it later\n- Use a map\n  - with string keys\n  - with integer keys\n- Do nothing\n\n" +
		"```go\nfunc sum(xs []int) int {\n\ttotal := 0\n\tfor _, x := range xs {\n\t\ttotal += x\n\t}\n\treturn total\n}\n```\n\n" +
		"| Way | Time | Memory |\n|---|---:|---:|\n| list | 12 ms | 0 |\n| map | 3 ms | 1.2 MB |\n\n" +
		"> Measure before you choose.\n\n1. Write it\n2. Measure it\n3. Write it again\n\n"
	return strings.Repeat(section, n/len(section)+1)[:n]
}
