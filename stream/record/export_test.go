package record

// MaxDamage is how many damaged lines are told one by one.
const MaxDamage = maxDamage

// ReadAll reads a recording that is not in a file.
var ReadAll = readAll
