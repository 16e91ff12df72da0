/* Set up before each file of the run that has journeys on PostgreSQL (vitest.config.ts). */
import { inject } from 'vitest'
import { setEnvironment } from './environment.ts'

setEnvironment({ DOCKET_TEST_POSTGRES: inject('postgresUrl') })
