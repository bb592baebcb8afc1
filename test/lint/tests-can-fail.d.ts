import type { Rule } from 'eslint'

type Name = 'no-conditional-expect' | 'no-early-return' | 'no-tautology' | 'expects-something'

export const testsCanFail: { readonly rules: Readonly<Record<Name, Rule.RuleModule>> }
