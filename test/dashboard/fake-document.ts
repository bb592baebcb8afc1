import { vi } from 'vitest'

/** As much of an element as the page's panels use. */
export class FakeElement {
  readonly dataset: Record<string, string> = {}
  readonly style: Record<string, string> = {}
  readonly classList = { toggle: (): void => undefined }
  readonly #attributes = new Map<string, string>()
  readonly tag: string
  #children: (FakeElement | string)[] = []

  constructor(tag: string) {
    this.tag = tag
  }

  get textContent(): string {
    return this.#children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('')
  }

  set textContent(text: string) {
    this.#children = [text]
  }

  append(...children: (FakeElement | string)[]): void {
    this.#children.push(...children)
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.#children = children
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value)
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name)
  }

  addEventListener(): void {}

  querySelector(tag: string): FakeElement | null {
    const own = this.#children.filter((child) => typeof child !== 'string')
    return own.find((child) => child.tag === tag) ?? null
  }
}

/** Stands in for the browser's document: what a panel has drawn can be read by the id of its place. */
export function fakeDocument(): (id: string) => FakeElement {
  const places = new Map<string, FakeElement>()
  const place = (id: string): FakeElement => {
    const known = places.get(id) ?? new FakeElement('div')
    places.set(id, known)
    return known
  }
  const made = (_: string, tag: string): FakeElement => new FakeElement(tag)
  vi.stubGlobal('Node', FakeElement)
  vi.stubGlobal('location', { hash: '' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', {
    getElementById: place,
    createElement: (tag: string) => new FakeElement(tag),
    createElementNS: made,
  })
  return place
}

/** A module of the page, loaded as the browser does; `fakeDocument` comes first. */
export const loadPage = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../src/service/dashboard/page/${name}`, import.meta.url).href)) as T
