/** Statuses as in BehaviorTree.CPP v4. SKIPPED is only ever returned by a tick, never stored in a node. */
export type Status = 'IDLE' | 'RUNNING' | 'SUCCESS' | 'FAILURE' | 'SKIPPED'
/** What a tick may return. */
export type TickStatus = Exclude<Status, 'IDLE'>
