import { describe, expect, it } from 'vitest'
import { CATALOGUE, classesOf, findClass } from '../../lab/faults/catalogue.js'
import { END_STATES, GROUPS, type Group } from '../../lab/faults/fault-class.js'

/** what the issue asks for at least */
const AT_LEAST: Readonly<Record<Group, number>> = {
  link: 13,
  robot: 9,
  camera: 7,
  model: 8,
  storage: 8,
  process: 5,
  time: 4,
  operator: 4,
  tabletop: 7,
}

describe('the fault catalogue', () => {
  it('has at least 48 classes, and enough of each group', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(48)
    for (const group of Object.keys(GROUPS) as Group[])
      expect(classesOf(group).length, group).toBeGreaterThanOrEqual(AT_LEAST[group])
  })

  it('names each class once, by its group and in words of the command line', () => {
    const ids = CATALOGUE.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(CATALOGUE.filter(({ id, group }) => !id.startsWith(`${group}-`))).toEqual([])
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)+$/.test(id))).toEqual([])
  })

  it('declares ends that there are; where several are right, it says when it is which', () => {
    for (const { id, declared, why } of CATALOGUE) {
      expect(declared.filter((end) => !(end in END_STATES))).toEqual([])
      expect(new Set(declared).size).toBe(declared.length)
      for (const other of declared.slice(1)) expect(why, id).toContain(`\`${other}\``)
    }
  })

  it('tells of each class what it looks like, what happens and what to do, in cells of a table', () => {
    for (const { id, title, cause, why, operator } of CATALOGUE) {
      for (const text of [title, cause, why, operator]) {
        expect(text.length, id).toBeGreaterThan(7)
        expect(text, id).not.toMatch(/[|\n]/)
      }
      expect(why.endsWith('.'), id).toBe(true)
    }
  })

  it('finds a class by its id, and the nearest one for a slip', () => {
    expect(findClass('link-drop')).toMatchObject({ id: 'link-drop' })
    expect(findClass('link-dorp')).toEqual({ near: 'link-drop' })
    expect(findClass('')).toEqual({ near: undefined })
  })
})
