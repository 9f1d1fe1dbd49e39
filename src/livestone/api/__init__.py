"""What the JSON API answers with: the structs of the server, its pages, clients and schema."""
