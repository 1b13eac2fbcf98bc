// SPDX-License-Identifier: MIT
/// \file
/// mexgen-mpi: mexgen for several processes, which `mpirun` starts.
#include <csignal>
#include <exception>
#include <iostream>

#include "../cli/mexgen.hpp"
#include "../jobs/make/ranks.hpp"
#include "mpi_transport.hpp"

int main(int argc, char** argv) {
    // A write past the file size limit shall fail with an error, also in the library of MPI.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        mexbase::MpiTransport transport(argc, argv);
        if (transport.rank() != 0) {
            mexbase::help_with_jobs(transport, mexbase::stock_registry());
            return 0;
        }
        const int status = mexbase::run_mexgen(argc, argv, mexbase::stock_registry(), &transport);
        mexbase::end_jobs(transport);
        return status;
    } catch (const std::exception& e) {
        std::cerr << "mexgen-mpi: error: " << e.what() << '\n';
        return 1;
    }
}
