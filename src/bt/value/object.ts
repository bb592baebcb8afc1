/** A value that scripts can only pass on: a vector, a queue, a status, or a type of the user's own. */
export class ObjectValue<T = unknown> {
  /** name of its type: `vector<int32>`, `queue<string>`, `NodeStatus`, `Color`, … */
  readonly type: string
  readonly data: T

  constructor(type: string, data: T) {
    this.type = type
    this.data = data
  }
}
