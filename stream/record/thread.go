package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Dir is the directory of a thread's recordings.
func Dir(dataDir, threadID string) string {
	return filepath.Join(dataDir, "threads", DirName(threadID))
}

// DirName returns the name of a thread's directory: the id itself where it is
// short and made of small letters, digits, '-', '_' and '.', as UUIDs are.
// Any other id gives such a name with a part of its hash, so that no two ids
// share a directory, also where file names do not tell capitals apart.
func DirName(threadID string) string {
	const longest = 80
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '_'
	}, threadID)
	if len(name) > longest {
		name = name[:longest]
	}
	name = strings.Trim(name, ".")
	if name == threadID && name != "" && !reserved(name) {
		return name
	}
	sum := sha256.Sum256([]byte(threadID))
	return strings.TrimPrefix(name+"~"+hex.EncodeToString(sum[:6]), ".")
}

// reserved reports whether Windows keeps a name for a device.
func reserved(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")) && stem[3] >= '0' && stem[3] <= '9'
}

const extension = ".jsonl"

// Files returns the recordings of a thread, oldest first; none if the thread
// has no directory.
func Files(dataDir, threadID string) ([]string, error) {
	dir := Dir(dataDir, threadID)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: list the recordings of thread %s: %w", threadID, err)
	}
	var names []string
	for _, e := range entries {
		if number(e.Name()) > 0 {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return number(a) - number(b) })
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names, nil
}

// number is the number of a recording's file, 0 if the name is none of ours.
func number(name string) int {
	digits, ok := strings.CutSuffix(name, extension)
	if !ok || len(digits) < 4 {
		return 0
	}
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

// CreateNext begins the next recording of a thread, after all that are there.
func CreateNext(dataDir, threadID, program string) (*Writer, error) {
	files, err := Files(dataDir, threadID)
	if err != nil {
		return nil, err
	}
	n := 1
	if len(files) > 0 {
		n = number(filepath.Base(files[len(files)-1])) + 1
	}
	for ; ; n++ {
		w, err := Create(filepath.Join(Dir(dataDir, threadID), fmt.Sprintf("%04d%s", n, extension)), program)
		if !errors.Is(err, fs.ErrExist) {
			return w, err
		}
	}
}
