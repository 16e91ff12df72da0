import { expect, it } from 'vitest'
import { eachDocumentAdministration } from '../../../../test/support/document-administration.ts'
import { pdfFile } from '../../../../test/support/entries-server.ts'
import { listAllDocuments } from '../documents/queries.ts'

eachDocumentAdministration(
  'administering documents',
  ({ server, db, entryId, documents, shown, post, page, add }) => {
    it('deletes and restores under the same id', async () => {
      const [, exhibit] = await documents()
      await post(`/admin/documents/${exhibit?.id}/delete`, {})
      await post(`/admin/documents/${exhibit?.id}/delete`, {})
      expect(await shown()).toEqual([[0, 'Complaint']])
      expect(await page()).toContain('Deleted documents (1)')
      expect((await post(`/admin/documents/${exhibit?.id}`, { title: 'x' })).status).toBe(409)
      await post(`/admin/documents/${exhibit?.id}/restore`, {})
      expect((await documents()).map(({ id }) => id)).toContain(exhibit?.id)
      const history = (await page()).match(/Document (deleted|restored)/g)
      expect(history).toEqual(['Document restored', 'Document deleted'])
    })

    it('does not restore a document whose number was given away meanwhile', async () => {
      const [, exhibit] = await documents()
      await post(`/admin/documents/${exhibit?.id}/delete`, {})
      await add([pdfFile('order.pdf', 'New.pdf')])
      const response = await post(`/admin/documents/${exhibit?.id}/restore`, {})
      expect(response.status).toBe(409)
      expect(response.body).toContain('its number now belongs to “New”')
      expect(response.body).toContain(`href="/admin/entries/${entryId()}">Go to the entry`)
      expect(await listAllDocuments(db(), entryId())).toHaveLength(3)
    })

    it('shows administrators the PDF of a draft', async () => {
      const [main] = await documents()
      const response = await server.client.get(`/admin/documents/${main?.id}/file`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.body).toMatch(/^%PDF/)
    })

    it('answers 404 for a document that is none', async () => {
      for (const id of ['0', 'x', '99999999']) {
        for (const path of [`/admin/documents/${id}`, `/admin/documents/${id}/file`]) {
          expect((await server.client.get(path)).status).toBe(404)
        }
        for (const action of ['', '/delete', '/restore']) {
          expect((await post(`/admin/documents/${id}${action}`, {})).status).toBe(404)
        }
      }
    })
  },
)
