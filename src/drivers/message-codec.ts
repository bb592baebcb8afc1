import { isDeeper } from '#base/nesting.js'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import * as shapes from './codec/message-shapes.js'
import { isObject, readShape, shown, text, whole, type Mismatch, type Shape } from './codec/shapes.js'
import type { DriverMessage, HostMessage, LineProblem } from './contract.js'

/** bytes of a line without its end */
export const MAX_LINE_BYTES = 1_048_576
/** no message nests deeper than six */
const MAX_DEPTH = 16

/** A message of the host as a line of JSON-RPC 2.0, without its end. */
export function encodeHostMessage(message: HostMessage): string {
  switch (message.kind) {
    case 'hello':
      return request(message, { session: message.session, contract: message.contract })
    case 'execute':
      return request(message, message.command)
    case 'observe':
      return request(message, { facts: message.facts, pictures: message.pictures })
    case 'stop':
    case 'estop':
    case 'reset':
      return request(message, {})
    case 'heartbeat':
      return notification('heartbeat', { n: message.n })
  }
}

/** A message of the driver as a line of JSON-RPC 2.0, without its end. */
export function encodeDriverMessage(message: DriverMessage): string {
  switch (message.kind) {
    case 'hello':
      return response(message.rpc, { result: message.hello })
    case 'done':
      return response(message.rpc, { result: {} })
    case 'observed':
      return response(message.rpc, { result: message.observation })
    case 'refused': {
      const { code: reason, text: why } = message
      return response(message.rpc, {
        error: { code: shapes.REFUSAL_CODES[reason], message: why, data: { reason } },
      })
    }
    case 'progress':
      return notification('progress', message.progress)
    case 'result':
      return notification('result', message.result)
    case 'facts':
      return notification('facts', message.observation)
    case 'heartbeat':
      return notification('heartbeat', message.beat)
  }
}

/** Reads a line of the host; the driver's side of the codec. @param where of the line, for the diagnostic */
export function decodeHostMessage(line: string, where?: SourceRef): Result<HostMessage, Diagnostic> {
  return decode(line, where, (json) => {
    const method = json['method']
    if (method === 'heartbeat') {
      const beat = readShape(shapes.hostBeat, json['params'], 'params')
      return beat.ok ? ok({ kind: 'heartbeat', n: beat.value.n }) : beat
    }
    const rpc = readShape(shapes.rpcNumber, json['id'], 'id')
    if (!rpc.ok) return rpc
    return hostRequest(method, json['params'], rpc.value)
  })
}

/** Reads a line of the driver. @param where of the line, for the diagnostic */
export function decodeDriverMessage(line: string, where?: SourceRef): Result<DriverMessage, LineProblem> {
  return decode(line, where, (json) => {
    if ('method' in json) return driverNotification(json['method'], json)
    const rpc = readShape(shapes.rpcNumber, json['id'], 'id')
    if (!rpc.ok) return rpc
    return 'error' in json ? refusal(json, rpc.value) : driverAnswer(json['result'], rpc.value)
  })
}

function hostRequest(method: unknown, params: unknown, rpc: number): Result<HostMessage, Mismatch> {
  const given = params === undefined ? {} : params
  switch (method) {
    case 'hello':
      return into(shapes.openSession, given, (value) => ({ kind: 'hello', rpc, ...value }))
    case 'execute':
      return into(shapes.execute, given, (command) => ({ kind: 'execute', rpc, command }))
    case 'observe':
      return into(shapes.wanted, given, (value) => ({ kind: 'observe', rpc, ...value }))
    case 'stop':
    case 'estop':
    case 'reset':
      return into(shapes.nothing, given, () => ({ kind: method, rpc }))
    default:
      return err({ at: 'method', expected: 'a method of the host in docs/DRIVER.md', got: shown(method) })
  }
}

function driverNotification(
  method: unknown,
  { id, params }: Readonly<Record<string, unknown>>,
): Result<DriverMessage, Mismatch> {
  if (id !== undefined) return err({ at: 'id', expected: 'none: a driver asks nothing', got: shown(id) })
  switch (method) {
    case 'heartbeat':
      return into(shapes.driverBeat, params, (beat) => ({ kind: 'heartbeat', beat }), 'params')
    case 'progress':
      return into(shapes.progress, params, (progress) => ({ kind: 'progress', progress }), 'params')
    case 'result':
      return into(shapes.result, params, (result) => ({ kind: 'result', result }), 'params')
    case 'facts':
      return into(shapes.observation, params, (observation) => ({ kind: 'facts', observation }), 'params')
    default:
      return err({ at: 'method', expected: 'heartbeat, progress, result or facts', got: shown(method) })
  }
}

/** fields of which an answer to `hello` has most, and no other has more than one by chance */
const HELLO = ['contract', 'robot', 'boot', 'skills', 'stopMs', 'heartbeatMs']
const HELLO_AT_LEAST = 3

/** Answers do not name what they answer; they differ in what they hold. */
function driverAnswer(value: unknown, rpc: number): Result<DriverMessage, Mismatch> {
  if (isObject(value) && HELLO.filter((name) => name in value).length >= HELLO_AT_LEAST)
    return into(shapes.hello, value, (hello) => ({ kind: 'hello', rpc, hello }), 'result')
  if (isObject(value) && 'facts' in value)
    return into(
      shapes.observation,
      value,
      (observation) => ({ kind: 'observed', rpc, observation }),
      'result',
    )
  return into(shapes.nothing, value, () => ({ kind: 'done', rpc }), 'result')
}

function refusal(json: Readonly<Record<string, unknown>>, rpc: number): Result<DriverMessage, Mismatch> {
  if ('result' in json) return err({ at: 'error', expected: 'a result or an error', got: 'both' })
  const error = isObject(json['error']) ? json['error'] : {}
  const code = readShape(whole(-Number.MAX_SAFE_INTEGER), error['code'], 'error.code')
  if (!code.ok) return code
  const said = readShape(text(4096), error['message'], 'error.message')
  if (!said.ok) return said
  return ok({ kind: 'refused', rpc, code: shapes.refusalOf(code.value), text: said.value })
}

function into<T, M>(
  shape: Shape<T>,
  value: unknown,
  make: (value: T) => M,
  at = 'params',
): Result<M, Mismatch> {
  const read = readShape(shape, value, at)
  return read.ok ? ok(make(read.value)) : read
}

function decode<M>(
  line: string,
  where: SourceRef | undefined,
  read: (json: Readonly<Record<string, unknown>>) => Result<M, Mismatch>,
): Result<M, LineProblem> {
  const bad = ({ at, expected, got }: Mismatch, rpc?: unknown): Result<never, LineProblem> =>
    err({
      ...(typeof rpc === 'number' && { rpc }),
      code: 'driver.bad-line',
      severity: 'error',
      message: `a line is no message of the driver contract: ${at}`,
      expected,
      got,
      hint: 'docs/DRIVER.md lists the messages; config/driver.schema.json describes each',
      ...(where && { where }),
    })
  // a letter takes at most three bytes: only a long line needs counting
  if (line.length > MAX_LINE_BYTES)
    return bad({
      at: 'its length',
      expected: `at most ${MAX_LINE_BYTES} bytes`,
      got: `${line.length} characters`,
    })
  if (isDeeper(line, MAX_DEPTH))
    return bad({ at: 'its nesting', expected: `at most ${MAX_DEPTH} levels`, got: 'more' })
  const json = parse(line)
  if (!isObject(json)) return bad({ at: 'its JSON', expected: 'one object', got: line.slice(0, 100) })
  if (json['jsonrpc'] !== '2.0') return bad({ at: 'jsonrpc', expected: '"2.0"', got: shown(json['jsonrpc']) })
  const message = read(json)
  return message.ok ? message : bad(message.error, 'method' in json ? undefined : json['id'])
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const request = ({ rpc, kind }: { readonly rpc: number; readonly kind: string }, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: rpc, method: kind, params })
const notification = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })
const response = (rpc: number, answer: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: rpc, ...answer })
