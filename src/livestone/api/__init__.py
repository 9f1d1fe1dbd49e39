"""What the JSON API answers with: one set of structs for the server, its pages, clients and schema."""
