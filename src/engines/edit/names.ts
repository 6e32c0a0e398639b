/** Whether a text can be a name. Providers take anything, and some write it. */
import { Failure } from '../../core/errors';

const identifier = /^[#$_\p{ID_Start}][$_\u200c\u200d\p{ID_Continue}]*[?!]?$/u;

/** Words that no declaration can be called by. What else a language forbids, its grammar shows in the result. */
const reserved: Readonly<Record<string, string>> = {
  javascript:
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with',
  python: 'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
  go: 'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
};

/**
 * @param language VS Code's language id
 * @throws Failure `InvalidArguments` for a name that cannot be one, or that is the old one
 */
export function checkNewName(oldName: string, newName: string, language: string): void {
  const invalid = (why: string): Failure =>
    new Failure('InvalidArguments', { what: `"${newName}" cannot be the new name of "${oldName}": ${why}`, next: 'choose another name.' });
  if (newName === oldName) throw invalid('it is the old one');
  if (newName.trim() !== newName || /[\r\n]/.test(newName)) throw invalid('it has white space around it');
  if (identifier.test(oldName) && !identifier.test(newName)) throw invalid('it is not an identifier');
  if (oldName.startsWith('#') && !newName.startsWith('#')) throw invalid('the "#" is a part of a private name, which would be a public one without it');
  const family = /^(?:type|java)script/.test(language) ? 'javascript' : language;
  if ((reserved[family] ?? '').split(' ').includes(newName)) throw invalid(`it is a reserved word of ${language}`);
}
