import { BT_CREATE_CODES } from './codes/bt-create-codes.js'
import { BT_LOAD_CODES } from './codes/bt-load-codes.js'
import type { CodeInfo, Stage } from './codes/code-info.js'
import { EDIT_CODES } from './codes/edit-codes.js'
import { LINT_CODES } from './codes/lint-codes.js'
import { NODE_CODES } from './codes/node-codes.js'
import { XML_CODES } from './codes/xml-codes.js'

/** Every code of a diagnostic about trees. `docs/bt/errors.md` is made of it. */
export const CODES: ReadonlyMap<string, CodeInfo> = new Map(
  Object.entries({
    ...XML_CODES,
    ...BT_LOAD_CODES,
    ...BT_CREATE_CODES,
    ...LINT_CODES,
    ...EDIT_CODES,
    ...NODE_CODES,
  }),
)

/** When a problem shows; codes of a robot's own lints are `lint`. */
export const stageOf = (code: string): Stage => CODES.get(code)?.stage ?? 'lint'
