/** What FHIR R4 says of resources and data types, cut down to what a validator reads. */
export interface Definitions {
  /** By type or by the path of a backbone element, such as 'Patient' and 'Patient.contact'. */
  readonly nodes: Readonly<Record<string, Node>>
  /** The regular expressions of primitive types. */
  readonly patterns: Readonly<Record<string, string>>
  /** Of the value sets that are binding: the codes by their systems. */
  readonly valueSets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export interface Node {
  /** Whether it is a resource of its own, and not a part of one. */
  readonly isResource?: true
  /** By their names in JSON: of a choice there is one for each type. */
  readonly fields: Readonly<Record<string, Field>>
  /** Keys of the invariants that hold for it. */
  readonly invariants?: readonly string[]
}

export interface Field {
  /** The node, or a primitive type. */
  readonly type: string
  readonly required?: true
  readonly list?: true
  /** The name of the choice that it is one of, such as 'value'. */
  readonly choice?: string
  /** Types of resources that a reference may lead to; absent: any. */
  readonly targets?: readonly string[]
  /** The value set that its code must be of. */
  readonly codes?: string
  readonly invariants?: readonly string[]
}
