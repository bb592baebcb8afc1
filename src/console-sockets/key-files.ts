import { generateKeyPairSync } from 'node:crypto'
import type { Stats } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ROLES } from '#console/ports.js'
import { isTrusted } from '#adapters/files/trust.js'
import { readRegularStat, describeUnreadable, type Unreadable } from '#documents/read-regular.js'

/** A CURVE key pair, each key as 40 characters of Z85. */
export interface KeyPair {
  readonly publicKey: string
  readonly secretKey: string
}

/** `server.json`: the identity of the service. */
export type ServerKey = z.output<typeof serverKey>
/** `allowed/NAME.json`: an allowed key and its role. */
export type AllowedKey = z.output<typeof allowedKey>
/** `NAME.graft-key`: everything a client needs to connect. */
export type ClientKey = z.output<typeof clientKey>

/** Characters that a file of a key may hold in these places. */
export const LONGEST = { note: 200, endpoint: 200 } as const

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

/** Generates a key pair; CURVE keys are X25519 keys. */
export function newKeyPair(): KeyPair {
  const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { publicKey: base64ToZ85(x), secretKey: base64ToZ85(d) }
}

export const readServerKey = (path: string): Result<ServerKey, Diagnostic> =>
  readKey(path, serverKey, { ...SECRET, mustOwn: true })
export const readAllowedKey = (path: string): Result<AllowedKey, Diagnostic> => {
  const read = readKey(path, allowedKey, LIST)
  // its name is taken as long as the file is there
  if (read.ok || read.error.code !== 'keys.broken') return read
  const hint = `graft keys revoke ${basename(path, '.json')} removes it; then create a new one with graft keys new`
  return err({ ...read.error, hint })
}
export const readClientKey = (path: string): Result<ClientKey, Diagnostic> => readKey(path, clientKey, SECRET)

/** Permissions that a file or folder must not have, and the command that fixes them. */
export interface PermissionRule {
  readonly forbidden: number
  readonly fix: string
  readonly why: string
  /** the file must also belong to root or the current user */
  readonly mustOwn?: true
}

const SECRET: PermissionRule = {
  forbidden: 0o077,
  fix: 'chmod 600',
  why: 'others can read or change the secret key',
}
const LIST: PermissionRule = {
  forbidden: 0o022,
  fix: 'chmod 644',
  why: 'others can grant themselves access',
  mustOwn: true,
}
export const FOLDER: PermissionRule = { ...LIST, fix: 'chmod 700' }

/** @returns the problem with the permissions, if any */
export function permissionProblem(
  path: string,
  { mode, uid }: Stats,
  rule: PermissionRule,
): Diagnostic | undefined {
  const is = mode & 0o777
  const me = process.geteuid?.() ?? uid
  const foreign = rule.mustOwn === true && !isTrusted(uid, me)
  if ((is & rule.forbidden) === 0 && !foreign) return undefined
  return {
    code: 'keys.permissions',
    severity: 'error',
    message: `${path}: ${rule.why}`,
    got: foreign ? `it belongs to user ${uid}` : is.toString(8).padStart(3, '0'),
    hint: foreign ? `chown ${me} ${path}` : `${rule.fix} ${path}`,
  }
}

function readKey<T>(path: string, schema: z.ZodType<T>, rule: PermissionRule): Result<T, Diagnostic> {
  const found = readRegularStat(path, MAX_BYTES)
  if (!found.ok) return unreadable(path, found.error)
  const { bytes, stat } = found.value
  const problem = permissionProblem(path, stat, rule)
  if (problem !== undefined) return err(problem)
  try {
    const shape = schema.safeParse(JSON.parse(bytes.toString('utf8')))
    if (shape.success) return ok(shape.data)
    const issue = shape.error.issues[0]
    const at = issue === undefined || issue.path.length === 0 ? '' : `: ${issue.path.join('.')}`
    return refusal('keys.broken', `${path}${at}: ${issue?.message ?? 'not a key file'}`, REMAKE)
  } catch (error) {
    if (error instanceof SyntaxError) return refusal('keys.broken', `${path} is not JSON`, REMAKE)
    throw error
  }
}

function unreadable(path: string, why: Unreadable): Result<never, Diagnostic> {
  if (why.kind !== 'error')
    return refusal('keys.broken', `${path} is not a key file: ${describeUnreadable(why)}`, REMAKE)
  return why.code === 'ENOENT'
    ? refusal('keys.missing', `there is no key file ${path}`, 'create one with graft keys new')
    : refusal('keys.unreadable', `${path} cannot be read: ${why.code}`, 'run it as the owner of the file')
}

const refusal = (code: string, message: string, hint: string): Result<never, Diagnostic> =>
  err({ code, severity: 'error', message, hint })

const base64ToZ85 = (text: string | undefined): string => toZ85(Buffer.from(text ?? '', 'base64url'))

const key = z.string().refine(isKey, 'a key of 40 characters in Z85')
const serverKey = z.object({ version: z.literal(1), publicKey: key, secretKey: key, created: z.string() })
const allowedKey = z.object({
  version: z.literal(1),
  name: z.string().regex(NAME),
  publicKey: key,
  role: z.enum(ROLES),
  created: z.string(),
  note: z.string().max(LONGEST.note).optional(),
})
const clientKey = z.object({
  version: z.literal(1),
  name: z.string().regex(NAME),
  role: z.enum(ROLES),
  publicKey: key,
  secretKey: key,
  serverPublicKey: key,
  endpoint: z.string().min(1).max(LONGEST.endpoint),
})
const MAX_BYTES = 10_000
const REMAKE = 'create a new one with graft keys new'

/** Z85 (ZeroMQ RFC 32): 32 bytes of a key as 40 printable characters. */
export function toZ85(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let value = view.getUint32(at)
    let five = ''
    for (let i = 0; i < 5; i++) {
      five = DIGITS.charAt(value % 85) + five
      value = Math.floor(value / 85)
    }
    text += five
  }
  return text
}

/** Is this a public or secret key as stored in files? */
export function isKey(text: string): boolean {
  return text.length === 40 && [...text].every((digit) => DIGITS.includes(digit))
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
