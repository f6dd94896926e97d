import { describe, expect, test } from 'vitest';
import { pastedText } from './pasted-text.ts';

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=ProgId content=Word.Document><style><!-- @font-face {font-family:Calibri;} p.MsoNormal {margin:0cm;} --></style></head>
<body lang=EN-GB><!--StartFragment-->
<p class=MsoNormal>Our <b>new Huila</b> lands on
Thursday. <a href="https://northwind.example/huila">Pre-order</a> now.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>Forty bags<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Roasted today<o:p></o:p></p>
<!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt">See </span><a href="https://example.org/a?b=1&amp;c=2" style="text-decoration:none;"><span style="color:#1155cc">the programme</span></a><span>.</span></p><br /><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>First</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Second</span></p></li></ul></b>`;

describe('what is pasted', () => {
  test('from Word is its text, with lists and the addresses of links', () =>
    expect(pastedText(WORD, '')).toBe(
      'Our new Huila lands on Thursday. Pre-order (https://northwind.example/huila) now.\n\n• Forty bags\n\n• Roasted today',
    ));

  test('from Google Docs is its text, too', () =>
    expect(pastedText(DOCS, '')).toBe(
      'See the programme (https://example.org/a?b=1&c=2).\n\n• First\n• Second',
    ));

  test.each([
    ['<p>Read <a href="https://a.org/">https://a.org</a></p>', 'Read https://a.org'],
    ['<p>Read <a href="https://a.org/">a.org</a></p>', 'Read a.org'],
    ['<a href="mailto:ada@a.org">Ada</a>', 'Ada (ada@a.org)'],
    ['<a href="javascript:alert(1)">Press</a>', 'Press'],
    ['<a href="/inside">Inside</a>', 'Inside'],
    ['<a href="https://a.org"><img src="x.png"></a>', 'https://a.org'],
    [
      '<ol><li>One<li>Two</ol><p><a href="https://a.org">x</a>',
      '1. One\n2. Two\n\nx (https://a.org)',
    ],
    ['One<br>two<br><br><br><a href="https://a.org">x</a>', 'One\ntwo\n\nx (https://a.org)'],
    [
      '<table><tr><td>A<td>B<tr><td><a href="https://c.org">C</a></table>',
      'A B\nC (https://c.org)',
    ],
  ])('%s', (html, text) => expect(pastedText(html, '')).toBe(text));

  test('is the plain text where that says as much, or where it is too large', () => {
    expect(pastedText('<p>No <b>links</b></p>', 'No links')).toBeUndefined();
    const large = `<a href="https://a.org">x</a>${' '.repeat(1_000_001)}`;
    expect(pastedText(large, 'x')).toBeUndefined();
  });

  test.each([
    [
      '# Huila\n\nOur **new** coffee, see [the page](https://a.org/h).\n\n- Forty bags\n- *Roasted* today\n\n1. One\n2. Two',
      'Huila\n\nOur new coffee, see the page (https://a.org/h).\n\n• Forty bags\n• Roasted today\n\n1. One\n2. Two',
    ],
    ['One line\nand **another**', 'One line\nand another'],
    ['[https://a.org](https://a.org)', 'https://a.org'],
    ['`code` and [x](https://a.org)', 'code and x (https://a.org)'],
  ])('from Markdown is its text: %s', (plain, text) => expect(pastedText('', plain)).toBe(text));

  test.each(['#coffee and #huila', '2 * 3 * 4', 'a_b_c', '- a\n- b', '>> quoted', '[x] done (y)'])(
    'is left as it is: %s',
    (plain) => expect(pastedText('', plain)).toBeUndefined(),
  );

  test.each(['> ', '[a](https:', '**a *b ', '![a]('])('is never too deep: %s', (piece) => {
    const text = pastedText('', `**b**\n${piece.repeat(9000)}`);
    expect(text === undefined || text.length > 0).toBe(true);
  });

  test('is read quickly, however deep it is', () => {
    const deep = `${'<div><a href="https://a.org">'.repeat(15_000)}x`;
    expect(pastedText(deep, '')).toContain('x');
  });
});
