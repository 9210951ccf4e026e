import { comment } from './built-in/comment.ts'
import { dmeGrade } from './built-in/dme-grade.ts'
import { drGrade } from './built-in/dr-grade.ts'
import { etdrsLevel } from './built-in/etdrs-level.ts'
import { gradability } from './built-in/gradability.ts'
import type { Field } from './field.ts'

/** Fields that the product brings; a dataset's owner adds them with one click. */
export const builtInFields: readonly Field[] = [drGrade, dmeGrade, etdrsLevel, gradability, comment]
