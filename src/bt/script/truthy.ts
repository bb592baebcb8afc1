import { boolFromValue } from '../value/numbers.js'
import type { Value } from '../value/value.js'

/**
 * Whether a condition holds that gave this value, as BehaviorTree.CPP casts it: an integer must be 0 or 1, a double
 * not negative, and nothing else will do.
 * @throws ConversionError
 */
export const truthy: (value: Value) => boolean = boolFromValue
