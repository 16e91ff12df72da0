import { expect, test } from 'vitest'
import { parseS3Address } from './s3-address.ts'

const endpoint = 'https://minio.example.com:9000'
const aws = { bucket: 'filings', prefix: '', endpoint: undefined }

test.each([
  ['s3://filings/a/b?region=us-east-2', { ...aws, prefix: 'a/b/', region: 'us-east-2' }],
  [`s3://filings?endpoint=${endpoint}`, { ...aws, endpoint, region: 'us-east-1' }],
  ['s3://filings', { ...aws, region: 'eu-west-1' }, 'eu-west-1'],
  ['s3://filings?region=us-west-2', { ...aws, region: 'us-west-2' }, 'eu-west-1'],
])('%s is read; its region is otherwise what this machine says', (value, address, region?) => {
  expect(parseS3Address(value, region)).toEqual(address)
})

test.each([
  's3://',
  's3://a',
  's3://minio.example.com:9000/filings',
  's3://filings',
  's3://KEY:hunter2@filings?region=us-east-1',
  's3://filings?region=us-east-1&pathstyle=true',
  's3://filings?endpoint=minio.example.com',
  's3://filings?endpoint=https://KEY:hunter2@minio.example.com',
])('%s is refused with an example', (value) => {
  const parse = () => parseS3Address(value, undefined)
  expect(parse).toThrow(/must name a bucket.*for example s3:\/\//)
  expect(parse).not.toThrow('hunter2')
})
