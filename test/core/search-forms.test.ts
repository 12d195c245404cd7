import { expect, it } from 'vitest';
import { writtenForms } from '../../src/core/search-forms.ts';

it.for([
  ['cache', ['cache']],
  ['결', ['결', '결'.normalize('NFD')]],
  ['ガ設', ['ガ設', 'ガ設'.normalize('NFD'), 'ｶﾞ設']],
  ['é', ['é', 'e\u0301', 'É', 'E\u0301']],
  ['да', ['да', 'ДА', 'Да']],
] as const)('%s is looked for in every form it may have', ([word, forms]) => {
  expect(writtenForms(word)).toEqual(forms);
});
