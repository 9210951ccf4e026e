import { createContext } from 'react'

/** The product name that the operator has configured, part of every screen's title. */
export const ProductName = createContext('Fovea')
