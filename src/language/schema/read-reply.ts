import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readJson } from '#documents/json-text.js'
import { withoutThought } from '#learning/ports.js'
import type { Schema } from './schema.js'

/** Longest reply that is read, characters: a reply of a model is a few thousand. */
const LONGEST = 200_000

/**
 * The value of a reply that keeps to its schema. Thoughts, a fence of Markdown and words around the JSON are dropped:
 * models that disregard a schema write those.
 */
export function readReply<T>(reply: string, schema: Schema): Result<T, Diagnostic> {
  if (reply.length > LONGEST)
    return err(problem(`it has ${reply.length} characters`, `at most ${LONGEST} characters`))
  const json = bareJson(withoutThought(reply))
  const read = readJson(json, { file: 'reply' })
  if (!read.ok) return err(problem(shortened(json), read.error.expected))
  const checked = checkerOf(schema).safeParse(read.value.value)
  if (checked.success) return ok(checked.data as T)
  const [issue] = checked.error.issues
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  return err(problem(shortened(json), `${issue?.message ?? 'the form of the schema'}${where}`))
}

const checkers = new WeakMap<Schema, z.ZodType>()

function checkerOf(schema: Schema): z.ZodType {
  const known = checkers.get(schema)
  if (known !== undefined) return known
  const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  checkers.set(schema, made)
  return made
}

function bareJson(text: string): string {
  const [from, to] = [text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))]
  return from < 0 || to < from ? text.trim() : text.slice(from, to + 1)
}

const shortened = (text: string): string =>
  text.length === 0 ? 'nothing' : text.length > 120 ? `${text.slice(0, 117)}...` : text

const problem = (got: string, expected: string): Diagnostic => ({
  code: 'chat.reply',
  severity: 'error',
  message: 'the reply of the chat model is not what was asked for',
  expected,
  got,
  hint: 'use a server that keeps to a JSON schema (llama-server, vLLM, Ollama 0.5 or later), or a larger model',
})
