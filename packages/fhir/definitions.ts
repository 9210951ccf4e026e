/** FHIR R4's definitions of resources and data types, reduced to those that a validator reads. */
export interface Definitions {
  /** By type or by the path of a backbone element, such as 'Patient' and 'Patient.contact'. */
  readonly nodes: Readonly<Record<string, Node>>
  /** The regular expressions of primitive types. */
  readonly patterns: Readonly<Record<string, string>>
  /** The codes of the binding value sets, by system. */
  readonly valueSets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export interface Node {
  /** Whether it is a resource, and not a part of one. */
  readonly isResource?: true
  /** By JSON name; a choice has one name for each type. */
  readonly fields: Readonly<Record<string, Field>>
  /** Keys of its invariants. */
  readonly invariants?: readonly string[]
}

export interface Field {
  /** The node, or a primitive type. */
  readonly type: string
  readonly required?: true
  readonly list?: true
  /** Name of the choice that it belongs to, such as 'value'. */
  readonly choice?: string
  /** Types of resources that it may refer to; absent: any. */
  readonly targets?: readonly string[]
  /** The value set of its code. */
  readonly codes?: string
  readonly invariants?: readonly string[]
}
