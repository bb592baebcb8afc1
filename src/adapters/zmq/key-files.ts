import { generateKeyPairSync } from 'node:crypto'
import type { Stats } from 'node:fs'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ROLES } from '#console/ports.js'
import { isTrusted } from '../files/others.js'
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

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

/** Generates a key pair; CURVE keys are X25519 keys. */
export function newKeyPair(): KeyPair {
  const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { publicKey: base64ToZ85(x), secretKey: base64ToZ85(d) }
}

export const readServerKey = (path: string): Result<ServerKey, Diagnostic> =>
  read(path, serverKey, { ...SECRET, own: true })
export const readAllowedKey = (path: string): Result<AllowedKey, Diagnostic> => read(path, allowedKey, LIST)
export const readClientKey = (path: string): Result<ClientKey, Diagnostic> => read(path, clientKey, SECRET)

/** Permissions that a file or folder must not have, and the command that fixes them. */
export interface Tight {
  readonly not: number
  readonly mend: string
  readonly why: string
  /** the file must also belong to root or the current user */
  readonly own?: true
}

const SECRET: Tight = {
  not: 0o077,
  mend: 'chmod 600',
  why: 'others can read or change the secret key',
}
const LIST: Tight = { not: 0o022, mend: 'chmod 644', why: 'others can let themselves in', own: true }
export const FOLDER: Tight = { ...LIST, mend: 'chmod 700' }

/** @returns the problem with the permissions, if any */
export function looseness(path: string, { mode, uid }: Stats, tight: Tight): Diagnostic | undefined {
  const is = mode & 0o777
  const me = process.geteuid?.() ?? uid
  const foreign = tight.own === true && !isTrusted(uid, me)
  if ((is & tight.not) === 0 && !foreign) return undefined
  return {
    code: 'keys.permissions',
    severity: 'error',
    message: `${path}: ${tight.why}`,
    got: foreign ? `it belongs to user ${uid}` : is.toString(8).padStart(3, '0'),
    hint: foreign ? `chown ${me} ${path}` : `${tight.mend} ${path}`,
  }
}

function read<T>(path: string, schema: z.ZodType<T>, tight: Tight): Result<T, Diagnostic> {
  const found = readRegularStat(path, MOST)
  if (!found.ok) return unread(path, found.error)
  const { bytes, stat } = found.value
  const loose = looseness(path, stat, tight)
  if (loose !== undefined) return err(loose)
  try {
    const shape = schema.safeParse(JSON.parse(bytes.toString('utf8')))
    if (shape.success) return ok(shape.data)
    const issue = shape.error.issues[0]
    const at = issue === undefined || issue.path.length === 0 ? '' : `: ${issue.path.join('.')}`
    return bad('keys.broken', `${path}${at}: ${issue?.message ?? 'not a key file'}`, REMAKE)
  } catch (error) {
    if (error instanceof SyntaxError) return bad('keys.broken', `${path} is not JSON`, REMAKE)
    throw error
  }
}

function unread(path: string, why: Unreadable): Result<never, Diagnostic> {
  if (why.kind !== 'error')
    return bad('keys.broken', `${path} is no key file: ${describeUnreadable(why)}`, REMAKE)
  return why.code === 'ENOENT'
    ? bad('keys.missing', `there is no key file ${path}`, 'graft keys new makes one')
    : bad(
        'keys.unreadable',
        `${path} cannot be read: ${why.code}`,
        'run it as the user whom the file belongs to',
      )
}

const bad = (code: string, message: string, hint: string): Result<never, Diagnostic> =>
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
  note: z.string().max(200).optional(),
})
const clientKey = z.object({
  version: z.literal(1),
  name: z.string().regex(NAME),
  role: z.enum(ROLES),
  publicKey: key,
  secretKey: key,
  serverPublicKey: key,
  endpoint: z.string().min(1).max(200),
})
const MOST = 10_000
const REMAKE = 'make a new one with graft keys new'

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
