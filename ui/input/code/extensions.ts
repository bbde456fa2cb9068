import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { PostgreSQL } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { pageNonce } from '#ui/tokens/page-nonce.ts'

export type CodeLanguage = 'sql' | 'json' | 'text'

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  // Names of the dataset come from outside; keywords from the language are coloured, not completed.
  sql: () => PostgreSQL.language,
  json: () => json(),
  text: () => [],
}

/** What an editor of this language has whatever its props are. Tab is bound to nothing: it moves on. */
export function baseExtensions(language: CodeLanguage, onEnter: () => boolean): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    history(),
    drawSelection(),
    bracketMatching(),
    languages[language](),
    syntaxHighlighting(classHighlighter),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    // So many fit without scrolling, which no key would reach; the arrows bring the others.
    autocompletion({ icons: false, maxRenderedOptions: 8 }),
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: onEnter },
        // Escape closes the list alone, not the dialog around the editor.
        { key: 'Escape', run: closeCompletion, stopPropagation: true },
      ]),
    ),
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
  ]
}
