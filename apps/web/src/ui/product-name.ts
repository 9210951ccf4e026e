import { createContext } from 'react'

/** The name that the operator gave the product; part of every screen's title. */
export const ProductName = createContext('Fovea')
