import { ROOMS, type Room } from './rooms.js'

/** The rows of ARCHITECTURE.md's table of rooms. */
export const tableRows = (): readonly string[] =>
  ROOMS.map(
    (room, i) =>
      `| \`${room.name}\` | ${room.purpose} | ${importsInWords(room, i)} | ${packagesInWords(room)} |`,
  )

function importsInWords({ mayImport, mayImportTypes }: Room, above: number): string {
  if (mayImport.length === 0) return '–'
  const missing = ROOMS.slice(0, above).filter(({ name }) => !mayImport.includes(name))
  const words =
    missing.length === 0
      ? 'all above'
      : missing.length <= 2 && above > 8
        ? `all above but ${missing.map(({ name }) => name).join(', ')}`
        : mayImport.join(', ')
  return mayImportTypes.length === 0
    ? words
    : `${words}; types and \`ports.ts\` of ${mayImportTypes.join(', ')}`
}

function packagesInWords({ packages, outside }: Room): string {
  if (packages === 'any') return 'any'
  const own = packages.map((name) => `\`${name}\``)
  const folders = Object.keys(outside).map((folder) => `I/O in \`${folder}/\``)
  return [...own, ...folders].join(', ') || '–'
}
