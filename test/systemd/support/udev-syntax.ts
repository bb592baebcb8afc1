const COMPARED = new Set([
  'SUBSYSTEM',
  'KERNEL',
  'ACTION',
  'ATTRS',
  'ATTR',
  'SUBSYSTEMS',
  'KERNELS',
  'DRIVERS',
  'DRIVER',
])
const SET = new Set(['SYMLINK', 'GROUP', 'MODE', 'OWNER', 'TAG', 'ENV', 'OPTIONS'])
const PART = /^\s*([A-Z]+)(?:\{([^}]+)\})?(==|!=|\+=|:=|=)"([^"]*)"\s*$/

/** What udev would refuse or take for something else; `udevadm verify` (systemd 254) is not everywhere. */
export function udevProblems(rules: string): readonly string[] {
  return rules.split('\n').flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return []
    return problemsOf(line).map((problem) => `line ${index + 1}: ${problem}`)
  })
}

function problemsOf(line: string): readonly string[] {
  if ((line.match(/"/g)?.length ?? 0) % 2 === 1) return ['a quote is not closed']
  const found: string[] = []
  let sets = 0
  for (const part of line.split(',')) {
    const [, key = '', attribute, operator = '', value = ''] = PART.exec(part) ?? []
    // an attribute can be both: compared with two signs, written with one
    const written = key === 'ATTR' && operator === '='
    if (key === '') found.push(`no KEY=="value", or a comma is missing: ${part.trim()}`)
    else if (COMPARED.has(key) && !written) {
      if (operator !== '==' && operator !== '!=') found.push(`${key} is compared, not set`)
      if (/^id(Vendor|Product)$/.test(attribute ?? '') && !/^[0-9a-f]{4}(\|[0-9a-f]{4})*$/.test(value))
        found.push(`${attribute} is four hexadecimal digits, lower case: ${value}`)
    } else if (SET.has(key) || written) {
      sets++
      if (operator === '==' || operator === '!=') found.push(`${key} is set, not compared`)
      if (key === 'MODE' && !/^0[0-7]{3}$/.test(value)) found.push(`MODE is octal: ${value}`)
      if (key === 'SYMLINK' && value.startsWith('/')) found.push(`SYMLINK is relative to /dev: ${value}`)
    } else found.push(`there is no key ${key}`)
  }
  return sets === 0 && found.length === 0 ? ['it does nothing'] : found
}
