import { expect, test } from 'vitest'
import { parseS3Address } from './s3-address.ts'

test('a bucket of AWS, with its region and a prefix', () => {
  const place = { bucket: 'filings', prefix: 'docket/2026/', endpoint: undefined }
  const address = parseS3Address('s3://filings/docket/2026?region=us-east-2', undefined)
  expect(address).toEqual({ ...place, region: 'us-east-2' })
})

test('another store has an endpoint and need not have a region', () => {
  const endpoint = 'https://minio.example.com:9000'
  const place = { bucket: 'filings', prefix: '', endpoint, region: 'us-east-1' }
  expect(parseS3Address(`s3://filings?endpoint=${endpoint}`, undefined)).toEqual(place)
})

test('the region is otherwise what this machine says', () => {
  expect(parseS3Address('s3://filings', 'eu-west-1').region).toBe('eu-west-1')
  expect(parseS3Address('s3://filings?region=us-west-2', 'eu-west-1').region).toBe('us-west-2')
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
