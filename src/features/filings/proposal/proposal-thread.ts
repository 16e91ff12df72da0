import { answerCalls, lowerPriority } from '../../../platform/threads/thread.ts'
import { proposeFiling } from './proposal-rules.ts'

/* Reads pasted docket text, which may be long, and proposes entries, away from visitors' requests (PROMISES 33). */

lowerPriority(10)
answerCalls({ proposeFiling })
