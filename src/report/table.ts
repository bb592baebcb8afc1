import { html, type Fragment, type Html } from './html.js'

interface Column<T> {
  readonly head: string
  readonly cell: (row: T) => Fragment
  /** a figure, aligned right; the row's own name; a sentence, which takes a line of its own on a phone */
  readonly kind?: 'number' | 'name' | 'why'
}

/** Rows under a heading of their own; one without a heading stands for all. */
interface RowGroup<T> {
  readonly heading?: string
  readonly rows: readonly T[]
}

export interface TableOptions<T> {
  readonly caption?: string
  readonly columns: readonly Column<T>[]
  readonly groups: readonly RowGroup<T>[]
  readonly kind?: string
  /** what the filter of episodes finds a row by */
  readonly has?: (row: T) => string
}

/** A table whose rows are stacked on a narrow screen, where each cell is named by the head of its column. */
export function table<T>({ caption, columns, groups, kind = '', has }: TableOptions<T>): Html {
  const filled = groups.filter(({ rows }) => rows.length > 0)
  return html`<table class="stack ${kind}">
    ${
      caption === undefined
        ? null
        : html`<caption>
            ${caption}
          </caption>`
    }
    <thead>
      <tr>
        ${columns.map(
          ({ head, kind: column = '' }) => html`<th scope="col" ${classOf(column, 'number')}>${head}</th>`,
        )}
      </tr>
    </thead>
    ${filled.map(
      ({ heading, rows }) =>
        html`<tbody>
          ${
            heading === undefined
              ? null
              : html`<tr class="group">
                  <th scope="rowgroup" colspan="${columns.length}">${heading}</th>
                </tr>`
          }
          ${rows.map((row) => html`<tr${tagged(has?.(row))}>${columns.map((column) => cellOf(column, row))}</tr>`)}
        </tbody>`,
    )}
  </table>`
}

function cellOf<T>({ head, cell, kind }: Column<T>, row: T): Html {
  const content = cell(row)
  return kind === 'name'
    ? html`<th scope="row" data-label="${head}">${content}</th>`
    : html`<td data-label="${head}" ${classOf(kind, 'number', 'why')}>${content}</td>`
}

const classOf = (kind: string | undefined, ...shown: readonly string[]): Html | null =>
  kind !== undefined && shown.includes(kind) ? html` class="${kind}"` : null

/** Marks what belongs to an episode with the kinds of it that the filter knows. */
export const tagged = (has: string | undefined): Html | null =>
  has === undefined ? null : html` data-has="${has}"`
