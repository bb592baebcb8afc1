import type { Json } from '#base/hash.js'
import * as shapes from './message-shapes.js'

type Schema = Readonly<Record<string, Json>>

/** The lines of the contract as JSON Schema: what the codec reads, written for people and for drivers' own tests. */
export function driverJsonSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'a line of the graft driver contract, version 1',
    description: 'docs/DRIVER.md. One JSON-RPC 2.0 message a line, UTF-8, at most 1,048,576 bytes.',
    anyOf: [{ $ref: '#/$defs/fromHost' }, { $ref: '#/$defs/fromDriver' }],
    $defs: {
      fromHost: {
        anyOf: [
          request('hello', 'Opens a session.', shapes.openSession.schema),
          request('execute', 'One command with its own permit.', shapes.execute.schema),
          asked('observe', 'Asks for facts and pictures.', shapes.wanted.schema),
          asked('stop', 'The robot stands; outside every queue, without a permit.', shapes.nothing.schema),
          asked('estop', 'As stop, and SAFE until reset.', shapes.nothing.schema),
          asked('reset', 'Leaves SAFE.', shapes.nothing.schema),
          notification('heartbeat', 'The host is well.', shapes.hostBeat.schema),
        ],
      },
      fromDriver: {
        anyOf: [
          response('The answer to hello.', shapes.hello.schema),
          response('The answer to observe.', shapes.observation.schema),
          response(
            'The answer to execute, stop, estop and reset: received and obeyed.',
            shapes.nothing.schema,
          ),
          refusal(),
          notification('progress', 'How much of a command is done.', shapes.progress.schema),
          notification('result', 'How a command ended, once.', shapes.result.schema),
          notification('facts', 'What it noticed without being asked.', shapes.observation.schema),
          notification('heartbeat', 'The sign of life of the driver.', shapes.driverBeat.schema),
        ],
      },
    },
  }
}

const version = { const: '2.0' }

const request = (method: string, description: string, params: Schema): Schema => ({
  description,
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: { jsonrpc: version, id: shapes.rpcNumber.schema, method: { const: method }, params },
})

/** A request whose parameters may be absent. */
const asked = (method: string, description: string, params: Schema): Schema => ({
  ...request(method, description, params),
  required: ['jsonrpc', 'id', 'method'],
})

const notification = (method: string, description: string, params: Schema): Schema => ({
  description,
  type: 'object',
  required: ['jsonrpc', 'method', 'params'],
  properties: { jsonrpc: version, method: { const: method }, params },
})

const response = (description: string, result: Schema): Schema => ({
  description,
  type: 'object',
  required: ['jsonrpc', 'id', 'result'],
  properties: { jsonrpc: version, id: shapes.rpcNumber.schema, result },
})

const refusal = (): Schema => ({
  description: `A refusal: ${Object.entries(shapes.REFUSAL_CODES)
    .map(([reason, code]) => `${code} ${reason}`)
    .join(', ')}; any other code counts as failed.`,
  type: 'object',
  required: ['jsonrpc', 'id', 'error'],
  properties: {
    jsonrpc: version,
    id: shapes.rpcNumber.schema,
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string', maxLength: 4096 } },
    },
  },
})
