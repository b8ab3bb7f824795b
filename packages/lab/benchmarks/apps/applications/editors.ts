import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
window.quill = new Quill('#quill', { theme: 'snow', modules: { toolbar: [[{ header: [1, 2, false] }], ['bold', 'italic', 'link'], [{ list: 'ordered' }, { list: 'bullet' }]] } });
quill.setText('Old agenda\\nPoint one\\n'); quill.root.setAttribute('aria-label', 'Minutes');
window.code = CodeMirror.fromTextArea(document.getElementById('code'), { lineNumbers: true, mode: 'javascript' });
`;

const CODE =
  'function area(r) {\n  if (r < 0) {\n    throw new Error("negative");\n  }\n  return 3.14 * r * r;\n}';

/** Quill and CodeMirror 5: rich text and code. */
export const editors: Application = {
  name: 'editors',
  kind: 'editors of text and code',
  start: () =>
    servePage({
      title: 'Editors',
      styles: ['quill/dist/quill.snow.css', 'codemirror/lib/codemirror.css'],
      scripts: [
        'quill/dist/quill.js',
        'codemirror/lib/codemirror.js',
        'codemirror/mode/javascript/javascript.js',
      ],
      body: `<div id="quill" style="height:140px"></div><p><label for="code">Code</label></p><textarea id="code">function hello() {\n  return 'world';\n}\n${'// more\n'.repeat(60)}</textarea>`,
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'replace rich text by paragraphs',
      steps: ['open /', 'fill {"Minutes"} "Dear all,\\nwe meet on Monday.\\nAnn"'],
      check: ({ evaluate }) => evaluate('quill.getText().trim()'),
      expected: 'Dear all,\nwe meet on Monday.\nAnn',
    },
    {
      name: 'make one word bold',
      steps: ['open /', 'select-text {"Minutes"} agenda', 'click {button "bold"}'],
      check: ({ evaluate }) =>
        evaluate('quill.getContents().ops.filter((op) => op.attributes?.bold).map((op) => op.insert)'),
      expected: ['agenda'],
    },
    {
      name: 'replace a long code file',
      steps: ['open /', `fill {textarea} ${JSON.stringify(CODE)}`],
      check: ({ evaluate }) => evaluate('code.getValue()'),
      expected: CODE,
    },
    {
      name: 'read the text back with its lines',
      steps: ['open /', 'get {"Minutes"} text', 'answer ^(Point one)$'],
      check: ({ answer }) => answer,
      expected: 'Point one',
    },
  ],
};
