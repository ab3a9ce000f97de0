"""How values of the types and inputs of SafeCounter are drawn."""
