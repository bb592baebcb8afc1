import type { SourceRef } from '../../base/diagnostic.js'
import type { NodeDef } from '../document.js'

/** Where an attribute stands in its file; the parser knows, other makers of documents do not. */
export type LocateAttr = (node: NodeDef, attr: string) => SourceRef | undefined
