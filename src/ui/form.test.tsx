import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { Field, FormErrors, Select, TextArea } from './form.tsx'

test('a refused field keeps its value and is tied to its hint and its reason; others are not invalid', () => {
  const html = renderToString(
    <Field name="title" label="Title" value={'A "B"'} hint="Short." errors={['Too long.']} />,
  )
  expect(html).toContain('value="A &quot;B&quot;"')
  expect(html).toMatch(/aria-invalid="true" aria-describedby="field-title-hint field-title-error"/)
  expect(html).toMatch(/id="field-title-error"[^>]*>Too long\./)
  expect(html).toContain('for="field-title"')
  const inOrder = renderToString(<Field name="title" label="Title" />)
  expect(inOrder).not.toContain('aria-invalid')
  expect(inOrder).toMatch(/data-field-error[^>]*hidden/)
})

test('typed text and choices come back', () => {
  const text = renderToString(<TextArea name="text" label="Text" value={'<b>\nline'} />)
  expect(text).toContain('&lt;b>\nline</textarea>')
  const options = { draft: 'draft', published: 'published' }
  const select = renderToString(<Select name="s" label="S" value="published" options={options} />)
  expect(select).toMatch(/<option value="published" selected/)
})

test('the summary links to each field, and is hidden if there are no errors', () => {
  const summary = renderToString(<FormErrors errors={{ title: ['Enter a title.'] }} />)
  expect(summary).toContain('<a href="#field-title">Enter a title.</a>')
  expect(renderToString(<FormErrors errors={{}} />)).toMatch(/<div[^>]*\shidden/)
})
