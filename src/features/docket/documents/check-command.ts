import { basename } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
