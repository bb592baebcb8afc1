import { z } from 'zod'
import { didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { CATALOGUE, type CommandName } from '../catalogue.js'
import type { Refusal } from '../host.js'
import { PROTOCOL, type Limits, type RequestId } from '../protocol.js'
import { mayActAs, type Role } from '../roles.js'
import { exceededLimit } from './scan-json.js'

/** A message that names a command; its parameters are not yet validated. */
export interface Request {
  readonly id: RequestId
  readonly command: CommandName
  readonly params: unknown
  readonly by: string
}

/** Why a message is refused, with its id if it could be read. */
export interface Unreadable {
  readonly id: RequestId | null
  readonly refusal: Refusal
}

export function readRequest(bytes: Uint8Array, role: Role, limits: Limits): Result<Request, Unreadable> {
  const refuse = (code: string, message: string, hint?: string): Result<never, Unreadable> =>
    unreadable(null, code, message, hint)
  if (bytes.length > limits.request[role])
    return refuse(
      'console.too-long',
      `a message of ${bytes.length} bytes; ${limits.request[role]} are the most here`,
    )
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return refuse('console.not-json', 'the message is not UTF-8', 'send one JSON object in UTF-8')
  }
  switch (exceededLimit(text, limits)) {
    case 'depth':
      return refuse('console.too-deep', `more than ${limits.depth} braces or brackets in one another`)
    case 'items':
      return refuse('console.too-many', `more than ${limits.items} values in one message`)
    case undefined:
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('console.not-json', 'the message is not JSON', 'send one JSON object in UTF-8')
  }
  return readEnvelope(value, role)
}

/** Validates a command's parameters and fills in defaults. */
export function readParams(command: CommandName, params: unknown): Result<Record<string, unknown>, Refusal> {
  const { params: schema } = CATALOGUE[command]
  const read = schema.safeParse(params ?? {})
  if (read.success) return ok(read.data)
  const known = Object.keys(schema.shape)
  const issue = read.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  if (unknown !== undefined) {
    const meant = didYouMean(unknown.slice(0, 40), known)
    const takes = known.length === 0 ? `\`${command}\` takes none` : `it takes ${known.join(', ')}`
    return err({
      code: 'console.params',
      message: `\`${command}\` has no parameter ${quote(unknown)}`,
      hint: meant === undefined ? takes : `did you mean \`${meant}\`? ${takes}`,
    })
  }
  const where = issue === undefined || issue.path.length === 0 ? 'params' : issue.path.join('.')
  return err({
    code: 'console.params',
    message: `\`${command}\`: ${where}: ${issue?.message ?? 'not what was expected'}`,
    ...(known.length === 0 ? {} : { hint: `it takes ${known.join(', ')}` }),
  })
}

function readEnvelope(value: unknown, role: Role): Result<Request, Unreadable> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unreadable(null, 'console.not-a-request', 'the message is not a JSON object', SHAPE)
  const envelope = value as Readonly<Record<string, unknown>>
  const parsedId = ID.safeParse(ownField(envelope, 'id'))
  const id = parsedId.success ? parsedId.data : null
  const refuse = (code: string, message: string, hint?: string): Result<never, Unreadable> =>
    unreadable(id, code, message, hint)
  const malformed = (message: string): Result<never, Unreadable> =>
    refuse('console.not-a-request', message, SHAPE)
  const version = ownField(envelope, 'v')
  if (version !== PROTOCOL)
    return refuse(
      'console.version',
      version === undefined
        ? 'the message names no version'
        : `unsupported protocol version ${quote(version)}`,
      `this service speaks version ${PROTOCOL}`,
    )
  if (id === null) return malformed('`id` must be a text of 1 to 64 characters or a whole number')
  const unknownField = Object.keys(envelope).find((key) => !FIELDS.includes(key))
  if (unknownField !== undefined) return malformed(`a message has no field ${quote(unknownField)}`)
  const by = BY.safeParse(ownField(envelope, 'by'))
  if (!by.success) return malformed('`by` must be the name of who asks: letters, digits, . _ @ - and blanks')
  const command = ownField(envelope, 'cmd')
  if (typeof command !== 'string' || !isCommand(command)) {
    const all = Object.keys(CATALOGUE)
    const meant = typeof command === 'string' ? didYouMean(command.slice(0, 40), all) : undefined
    return refuse(
      'console.unknown-command',
      command === undefined
        ? 'the message names no command in `cmd`'
        : `there is no command ${quote(command)}`,
      meant === undefined ? 'docs/CONSOLE.md lists them all' : `did you mean \`${meant}\`?`,
    )
  }
  const needs = CATALOGUE[command].role
  if (!mayActAs(role, needs))
    return refuse(
      'console.role',
      `\`${command}\` is for the ${needs} endpoint, and this is the one of the ${role}`,
      `connect with a key whose role is ${needs}`,
    )
  return ok({ id, command, params: ownField(envelope, 'params'), by: by.data })
}

const unreadable = (
  id: RequestId | null,
  code: string,
  message: string,
  hint?: string,
): Result<never, Unreadable> =>
  err({ id, refusal: { code, message, ...(hint === undefined ? {} : { hint }) } })

const isCommand = (name: string): name is CommandName => Object.hasOwn(CATALOGUE, name)

/** Reads a field of the message itself, never one inherited from a prototype. */
const ownField = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const ID = z.union([z.string().min(1).max(64), z.int().min(0)])
const BY = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u)
const FIELDS = ['v', 'id', 'cmd', 'params', 'by']
const SHAPE = `{"v":${PROTOCOL},"id":"1","cmd":"status","params":{},"by":"anna"}`
