import type { PortType } from '#bt/document.js'

/** Parses a port's type as written in palettes, in C++ or in the engine's own names; no type means any. */
export function portTypeByName(written: string | undefined): PortType {
  if (written === undefined || written.trim() === '') return { kind: 'value', type: 'any' }
  return { kind: 'value', type: engineType(written) }
}

/** `unsigned int` → `uint32`, `std::vector<double>` → `vector<double>`; unknown names are kept. */
export function engineType(written: string): string {
  const name = written
    .replace(/\b(const|volatile)\b|[&*]\s*$/g, '')
    .trim()
    .replace(/\s+/g, ' ')
  const known = CPP.get(name.replace(/\bstd::/g, ''))
  if (known !== undefined) return known
  const [, shared] =
    /^(?:BT::SharedQueue|std::shared_ptr<\s*std::deque)\s*<\s*(.+?)\s*>(?:\s*>)?$/.exec(name) ?? []
  if (shared !== undefined) return `queue<${engineType(withoutAllocator(shared))}>`
  const [, item] = /^(?:std::)?(?:vector|deque|list)\s*<\s*(.+?)\s*>$/.exec(name) ?? []
  return item === undefined ? name : `vector<${engineType(withoutAllocator(item))}>`
}

/** The C++ name of an engine type, as Groot2 and other tools know it. */
export function cppType(type: string): string {
  const [, list, item] = /^(vector|queue)<(.+)>$/.exec(type) ?? []
  if (item !== undefined) {
    const inside = cppType(item)
    return list === 'vector' ? `std::vector<${inside}>` : `BT::SharedQueue<${inside}>`
  }
  return TO_CPP[type] ?? type
}

const withoutAllocator = (item: string): string => item.replace(/,\s*std::allocator.*$/, '')

const CPP: ReadonlyMap<string, string> = new Map(
  Object.entries({
    int: 'int32',
    signed: 'int32',
    'signed int': 'int32',
    int32_t: 'int32',
    short: 'int16',
    int16_t: 'int16',
    int8_t: 'int8',
    'signed char': 'int8',
    long: 'int64',
    'long int': 'int64',
    'long long': 'int64',
    'long long int': 'int64',
    int64_t: 'int64',
    unsigned: 'uint32',
    'unsigned int': 'uint32',
    uint32_t: 'uint32',
    'unsigned short': 'uint16',
    uint16_t: 'uint16',
    'unsigned char': 'uint8',
    uint8_t: 'uint8',
    'unsigned long': 'uint64',
    'unsigned long long': 'uint64',
    uint64_t: 'uint64',
    size_t: 'uint64',
    float: 'float',
    double: 'double',
    bool: 'bool',
    string: 'string',
    string_view: 'string',
    'char const*': 'string',
    'BT::StringView': 'string',
    'BT::Any': 'Any',
    'BT::AnyTypeAllowed': 'any',
    AnyTypeAllowed: 'any',
    'BT::NodeStatus': 'NodeStatus',
    'chrono::milliseconds': 'uint32',
  }),
)

const TO_CPP: Readonly<Record<string, string>> = {
  int8: 'int8_t',
  int16: 'int16_t',
  int32: 'int',
  int64: 'int64_t',
  uint8: 'uint8_t',
  uint16: 'uint16_t',
  uint32: 'unsigned int',
  uint64: 'uint64_t',
  string: 'std::string',
  any: 'BT::AnyTypeAllowed',
  Any: 'BT::Any',
  NodeStatus: 'BT::NodeStatus',
}
