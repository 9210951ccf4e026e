import {
  patientFields,
  type PatientDataField,
  type PatientDataOfImage,
  type PatientField,
} from '#contract/patient-data'

import type { Db } from '../../platform/database/database.ts'
import type { ImageRow } from '../images/queries.ts'
import { cameraOf, scaleOf } from '../images/scale.ts'
import { fields } from './fields.ts'
import { listStatements, type Statement } from './queries.ts'
import { wasTold } from './withdraw.ts'

/** @param kinds kinds of outbox messages that carry results */
export async function presentPatientData(
  db: Db,
  image: ImageRow,
  kinds: readonly string[],
): Promise<PatientDataOfImage> {
  const statements = (await listStatements(db, [image.id])).get(image.id) ?? []
  const scale = await scaleOf(db, image)
  return {
    fields: patientFields.map((field) => presentField(field, image, statements)),
    scale: scale && { micrometres_per_pixel: scale.micrometresPerPixel, origin: scale.origin },
    camera: cameraOf(image),
    was_sent: await wasTold(db, image.id, kinds),
  }
}

/** A field's effective value, and the file's. */
export function presentField(
  field: PatientField,
  image: ImageRow,
  statements: readonly Statement[],
): PatientDataField {
  const statement = statements.find((each) => each.field === field)
  if (statement === undefined) {
    const value = fields[field].read(image)
    return { field, value, filed: value, stated: null }
  }
  return {
    field,
    value: statement.value,
    filed: fields[field].read(statement.filed),
    stated: { by: statement.by, at: statement.at.toISOString() },
  }
}
