import type { CommandName } from './catalogue.js'

/** A command in one line, for the news and the log. */
export function sayCommand(command: CommandName, params: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(params).map(([key, value]) => `${key}=${SECRET.has(key) ? '…' : short(value)}`)
  return [command, ...said].join(' ')
}

/** Text of a client on one line: what could steer a terminal or begin a line of its own is taken out. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

function short(value: unknown): string {
  const text = plain(typeof value === 'string' ? value : JSON.stringify(value))
  const cut = text.length > MOST ? `${text.slice(0, MOST)}…` : text
  return /\s/.test(cut) ? `"${cut}"` : cut
}

/** Whoever knows them can act in another's session. */
const SECRET = new Set(['token', 'session'])
const MOST = 60
